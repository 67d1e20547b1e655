/** A conversation as the API tells it. Text, whatever is in it. */
export function RawView({ value }: { readonly value: object }) {
  return (
    <pre className="raw" tabIndex={0}>
      <code>{JSON.stringify(value, null, 2)}</code>
    </pre>
  );
}
