import type { AudioContent } from '@almanac/contract/audio'
import type { KeyedRequest } from '../../platform/do-once.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { parseInstant } from '../../platform/zoned-time.ts'

export interface Schedule {
  startsAt: Date
  endsAt: Date
}

/**
 * From when to when a reading is offered; times without an offset are on the wall of `timeZone`.
 * @throws DomainError `invalid_input` for a time that can't be read, or an end before the start.
 */
export function readSchedule(
  { startDateTime, endDateTime }: { startDateTime: string; endDateTime: string },
  timeZone: string,
): Schedule {
  const startsAt = parseInstant(startDateTime, timeZone)
  const endsAt = parseInstant(endDateTime, timeZone)
  if (!startsAt || !endsAt)
    throw new DomainError('invalid_input', { message: 'Please enter a valid date and time.' })
  if (endsAt < startsAt) {
    const message = 'End date must be after start date.'
    throw new DomainError('invalid_input', { message })
  }
  return { startsAt, endsAt }
}

/**
 * What somebody else has written meanwhile is not written over unseen.
 * @throws DomainError `audio_changed` with what the reading holds, where that is not what an edit was made of.
 */
export function refuseStale(
  { audioName, audioFileName, startDateTime, endDateTime }: AudioContent,
  expected: AudioContent | undefined,
): void {
  const isSameTime = (one: string, other: string) => Date.parse(one) === Date.parse(other)
  const isSame =
    !expected ||
    (expected.audioName === audioName &&
      expected.audioFileName === audioFileName &&
      isSameTime(expected.startDateTime, startDateTime) &&
      isSameTime(expected.endDateTime, endDateTime))
  if (isSame) return
  throw new DomainError('audio_changed', {
    extra: { audioName, audioFileName, startDateTime, endDateTime },
  })
}

const savedAlready =
  'This audio was already saved, as it was before your last change. Please look at the list first: nothing was changed now.'

/** One try to write a reading, as its operator's client named it. */
export function toRequest(
  { userId }: TenantSession,
  idempotencyKey: string | undefined,
  asked: KeyedRequest['asked'],
): KeyedRequest {
  return { userId, idempotencyKey, asked, mismatch: savedAlready }
}
