/** What RFC 3463 says of an address that will take no other letter either: unknown, moved, no mail there, disabled. */
const ofAddress = /^5\.(1\.(1|2|3|6|10)|2\.1)$/

/** Whether a status of RFC 3463, e.g. `5.1.1`, is about the address itself, and not about a letter or a full mailbox. */
export function isOfDeadAddress(status: string): boolean {
  return ofAddress.test(status)
}
