/** How the mail system answers to an address. The local part decides, so that any domain can be used. */
export type Verdict = { ok: true } | { ok: false; responseCode: number; message: string }

/** Refuses the sandbox's addresses for trouble: `bounce…@`, `full…@`, `busy…@`. */
export function judgeRecipient(address: string): Verdict {
  const local = address.split('@')[0]?.toLowerCase() ?? ''
  if (/^bounce([+._-].*|\d*)?$/.test(local)) {
    return {
      ok: false,
      responseCode: 550,
      message: '5.1.1 The email account that you tried to reach does not exist',
    }
  }
  if (/^full([+._-].*|\d*)?$/.test(local)) {
    return { ok: false, responseCode: 552, message: '5.2.2 The recipient mailbox is full' }
  }
  if (/^busy([+._-].*|\d*)?$/.test(local)) {
    return { ok: false, responseCode: 451, message: '4.3.2 Try again later' }
  }
  return { ok: true }
}

/** Whether a letter to this address is taken and comes back a moment later: `late-bounce…@`. */
export function comesBackLater(address: string): boolean {
  return /^late-bounce([+._-].*|\d*)?$/i.test(address.split('@')[0] ?? '')
}
