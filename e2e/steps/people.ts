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

/** Several, so that two people who are tested at once hardly ever share a number. */
const areaCodes = [206, 303, 312, 404, 415, 503, 602, 617, 702, 801]

/** 555-0100 to 555-0199 are kept for fiction; to those of the thirties the sandbox delivers nothing. */
const lineNumbers = Array.from({ length: 100 }, (_, index) => 100 + index).filter(
  (line) => line < 130 || line > 139,
)

/** Invents a person; `sign` is one of the demo's. */
export function inventPerson(sign: string): Person {
  const username = `nova${randomInt(36 ** 6).toString(36)}`
  return {
    username,
    fullName: 'Nova Reader',
    email: `${username}@mail.example`,
    phoneNumber: `+1${areaCodes[randomInt(areaCodes.length)]}5550${lineNumbers[randomInt(lineNumbers.length)]}`,
    sign,
    password: 'a-long-password',
  }
}

/** A number of the code +1, given as E.164, as screens write it. */
export function inWords(phoneNumber: string): string {
  return phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}
