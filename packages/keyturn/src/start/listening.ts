import { createServer } from "node:net";
import { ConfigurationError } from "@keyturn/core";

/**
 * Sees whether the gateway could listen there, before anything else is begun.
 * @throws ConfigurationError when the port is taken or not allowed, or the host is no address of this machine.
 */
export async function checkListening(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (cause) {
    throw toListenError(host, port, cause);
  }
  await new Promise((resolve) => server.close(resolve));
}

/** A failed attempt to listen as the error that a person reads; what is no such failure is given back as it is. */
function toListenError(host: string, port: number, cause: unknown): unknown {
  switch (cause instanceof Error && "code" in cause ? cause.code : undefined) {
    case "EADDRINUSE":
      return new ConfigurationError(
        `Port ${port} of ${host} is in use by another process, perhaps by another bot. ` +
          "End that process, or choose another port with --port or KEYTURN_PORT; 0 takes any that is free.",
        cause,
      );
    case "EACCES":
    case "EPERM":
      return new ConfigurationError(
        `The system does not let this user listen on port ${port}. Choose one from 1024 up with --port or KEYTURN_PORT.`,
        cause,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return new ConfigurationError(
        `host is ${JSON.stringify(host)}, which is no address of this machine. ` +
          "Set --host or KEYTURN_HOST to 127.0.0.1, or to an address of its own.",
        cause,
      );
    default:
      return cause;
  }
}
