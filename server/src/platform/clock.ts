/** The one source of the present for business rules; deadlines shared by servers are compared in the database. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
