import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../platform/errors.ts'
import { lazily } from '../../platform/lazily.ts'

/** OWASP's recommended parameters for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const hashesAtOnce = 2
const waitingMax = 500
const retryAfterSeconds = 5

let running = 0
const waiting: (() => void)[] = []

/** Lets at most two hashes run at once, so that a burst of logins takes neither all cores nor all memory. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= hashesAtOnce) {
    if (waiting.length >= waitingMax) throw new DomainError('rate_limited', { retryAfterSeconds })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Hashes a password with argon2id. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

const decoyHash = lazily(() => hash('decoy', parameters))

/** What is done in a check's turn: before it, which may refuse it by throwing, and after a right password. */
export interface PasswordTurn {
  admit(): Promise<void>
  forgive(): Promise<void>
}

const noTurn: PasswordTurn = { admit: async () => undefined, forgive: async () => undefined }

/** Checks a password; for an unknown user (null) it works as long and answers false. */
export async function isPassword(
  password: string,
  storedHash: string | null,
  turn: PasswordTurn = noTurn,
): Promise<boolean> {
  const against = storedHash ?? (await decoyHash())
  return await inTurn(async () => {
    await turn.admit()
    const isRight = (await verify(against, password)) && storedHash !== null
    if (isRight) await turn.forgive()
    return isRight
  })
}
