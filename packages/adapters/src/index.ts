/** Channel adapters that join Keyturn to Discord and Slack. */
export {};
