/** A field of flags in which none is set: the enumerations of discord-api-types have no name for it. */
export const noFlags: number = 0;
