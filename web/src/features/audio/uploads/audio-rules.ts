import { type AudioContent, audioContent, type CustomerAudio } from '@almanac/contract/audio'
import { AUDIO_TOO_LARGE, WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { limits } from '@almanac/contract/limits'
import type { ApiError } from '../../../api/api-error.ts'
import { dayOf, instantOf, shiftDay, type WallTime, wallTimeOf } from '../../../ui/wall-time.ts'

/** Why a chosen file can not be uploaded, in the specification's words; null of one that can. Its content is checked later. */
export function audioFileError({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const isMp3 = /\.mp3$/i.test(name) && (type === '' || /^audio\/(x-)?(mpeg|mpeg3|mp3)$/.test(type))
  if (!isMp3 || size === 0) return WRONG_FORMAT
  return size > limits.audioMaxBytes ? AUDIO_TOO_LARGE : null
}

const EASTERN = 'America/New_York'
const TUESDAY = 2
const WEEKS_SHOWN_DAYS = 28

export interface AudioTimes {
  startDateTime: WallTime
  endDateTime: WallTime
}

/**
 * Five past midnight of a day on the wall of the tenant's zone, and 28 days after that. Where midnight comes before that of
 * the East it is the Eastern five past, so that the reading is named for that day (decision A7); and on a Tuesday always:
 * then the reading of its week is released.
 */
export function proposeTimesOn(day: string, timeZone: string): AudioTimes {
  const eastern = instantOf(`${day} 00:05`, EASTERN)
  const local = instantOf(`${day} 00:05`, timeZone)
  const isEastern = eastern && local && (eastern > local || weekdayOf(day) === TUESDAY)
  const start = isEastern ? wallTimeOf(eastern, timeZone) : `${day} 00:05`
  return {
    startDateTime: start,
    endDateTime: `${shiftDay(start.slice(0, 10), WEEKS_SHOWN_DAYS)} ${start.slice(11)}`,
  }
}

/** 0 of a Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Next Tuesday 00:05 Eastern and 28 days after that (decision A5), on the wall of the tenant's zone. */
export function proposeTimes(now: Date, timeZone: string): AudioTimes {
  const today = dayOf(now, EASTERN)
  const sameWeek = shiftDay(today, (TUESDAY - weekdayOf(today) + 7) % 7)
  const easternInstant = (day: string) => instantOf(`${day} 00:05`, EASTERN) ?? now
  const startDay = easternInstant(sameWeek) > now ? sameWeek : shiftDay(sameWeek, 7)
  return {
    startDateTime: wallTimeOf(easternInstant(startDay), timeZone),
    endDateTime: wallTimeOf(easternInstant(shiftDay(startDay, WEEKS_SHOWN_DAYS)), timeZone),
  }
}

/** Whether a reading would end before it starts; times that are missing are another matter. */
export function endsBeforeStart(
  times: { startDateTime: WallTime | null; endDateTime: WallTime | null },
  timeZone: string,
): boolean {
  const start = instantOf(times.startDateTime ?? '', timeZone)
  const end = instantOf(times.endDateTime ?? '', timeZone)
  return start !== null && end !== null && end < start
}

/** Whether consumers see a reading right now (decision A1). */
export function isActive(
  { startDateTime, endDateTime }: Pick<CustomerAudio, 'startDateTime' | 'endDateTime'>,
  now: Date,
): boolean {
  return new Date(startDateTime) <= now && now <= new Date(endDateTime)
}

type Instants = Pick<CustomerAudio, 'startDateTime' | 'endDateTime'>

/** When a reading starts and ends, on the wall of a zone. */
export function timesOf({ startDateTime, endDateTime }: Instants, timeZone: string): AudioTimes {
  return {
    startDateTime: wallTimeOf(startDateTime, timeZone),
    endDateTime: wallTimeOf(endDateTime, timeZone),
  }
}

/** What is sent of changed times: one that stayed as it was keeps its instant, which may be the second of two alike on the wall. */
export function keptTimes(times: AudioTimes, before: AudioTimes, instants: Instants): AudioTimes {
  const kept = (name: keyof AudioTimes) => (times[name] === before[name] ? instants[name] : times[name])
  return { startDateTime: kept('startDateTime'), endDateTime: kept('endDateTime') }
}

/** What an edit is made of. */
export function contentOf({
  audioName,
  audioFileName,
  startDateTime,
  endDateTime,
}: AudioContent): AudioContent {
  return { audioName, audioFileName, startDateTime, endDateTime }
}

/** What a reading holds by now, of an edit that was refused because of it. */
export function readPresentAudio({ code, extra }: Pick<ApiError, 'code' | 'extra'>): AudioContent | null {
  return code === 'audio_changed' ? (audioContent.safeParse(extra).data ?? null) : null
}

/** The server has looked into the file and does not take it: the same one again is of no use. */
export function isAboutFile({ code }: Pick<ApiError, 'code'>): boolean {
  return code === 'not_an_mp3' || code === 'audio_too_large'
}

/** What is said of one that was deleted, by somebody else or with its category. */
export function goneWords(audioName: string): string {
  return `“${audioName}” was deleted in the meantime. Nothing was saved.`
}

/** How much of an upload is shown as sent: whole percents up to 99, never back. */
export function shownPercent(before: number, percent: number): number {
  return Math.max(before, Math.min(limits.progressCapPercent, Math.max(0, Math.floor(percent))))
}
