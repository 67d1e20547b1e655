/**
 * Channel adapters: each joins one chat service to the core, in a folder of its own, and is offered as a plugin.
 * They import nothing beside themselves and the core.
 */
import type { Plugin } from "@keyturn/core";

/** Makes the plugin of an adapter from its options. The plugin registers one channel and hands its messages in. */
export type ChannelAdapter<Options> = (options: Options) => Plugin;
