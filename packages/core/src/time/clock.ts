/** Where "now" comes from. Every time that is stored is taken from here, never from the database. */
export interface Clock {
  /** The instant, with milliseconds. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
