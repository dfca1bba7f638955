/** The source of the current time. Every stored time comes from here, never from the database. */
export interface Clock {
  /** The instant, with milliseconds. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
