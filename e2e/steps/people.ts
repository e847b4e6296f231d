import { randomInt } from 'node:crypto'

/** Somebody who does not exist yet, so that a running product can be tested again and again. */
export interface Person {
  username: string
  fullName: string
  email: string
  /** E.164. */
  phoneNumber: string
  sign: string
  password: string
}

export const demoPassword = 'almanac-demo'

/** Invents a person; `sign` is one of the demo's. */
export function inventPerson(sign: string): Person {
  const username = `nova${randomInt(36 ** 6).toString(36)}`
  return {
    username,
    fullName: 'Nova Reader',
    email: `${username}@mail.example`,
    // 555-0100 to 555-0199 are kept for fiction.
    phoneNumber: `+120655501${String(randomInt(100)).padStart(2, '0')}`,
    sign,
    password: 'a-long-password',
  }
}

/** An E.164 number as screens write it, with spaces or signs between its digits. */
export function inWords(phoneNumber: string): RegExp {
  return new RegExp([...phoneNumber.replace('+', '')].join('\\D*'))
}
