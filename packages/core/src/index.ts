/** Sessions, lock, lanes, agent runner, plugin host, commands, policy and delivery of Keyturn. */
export {};
