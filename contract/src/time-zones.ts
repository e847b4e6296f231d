/** The zones offered: those of the United States and Canada, by IANA name, with a label for people. */
export const timeZones = [
  { name: 'America/New_York', label: 'Eastern Time (New York)' },
  { name: 'America/Detroit', label: 'Eastern Time (Detroit)' },
  { name: 'America/Indiana/Indianapolis', label: 'Eastern Time (Indianapolis)' },
  { name: 'America/Kentucky/Louisville', label: 'Eastern Time (Louisville)' },
  { name: 'America/Toronto', label: 'Eastern Time (Toronto)' },
  { name: 'America/Iqaluit', label: 'Eastern Time (Iqaluit)' },
  { name: 'America/Chicago', label: 'Central Time (Chicago)' },
  { name: 'America/Menominee', label: 'Central Time (Menominee)' },
  { name: 'America/North_Dakota/Center', label: 'Central Time (North Dakota)' },
  { name: 'America/Winnipeg', label: 'Central Time (Winnipeg)' },
  { name: 'America/Regina', label: 'Central Time, no daylight saving (Regina)' },
  { name: 'America/Denver', label: 'Mountain Time (Denver)' },
  { name: 'America/Boise', label: 'Mountain Time (Boise)' },
  { name: 'America/Edmonton', label: 'Mountain Time (Edmonton)' },
  { name: 'America/Phoenix', label: 'Mountain Time, no daylight saving (Phoenix)' },
  { name: 'America/Whitehorse', label: 'Mountain Time, no daylight saving (Whitehorse)' },
  { name: 'America/Los_Angeles', label: 'Pacific Time (Los Angeles)' },
  { name: 'America/Vancouver', label: 'Pacific Time (Vancouver)' },
  { name: 'America/Anchorage', label: 'Alaska Time (Anchorage)' },
  { name: 'America/Adak', label: 'Hawaii-Aleutian Time (Adak)' },
  { name: 'Pacific/Honolulu', label: 'Hawaii Time (Honolulu)' },
  { name: 'America/Halifax', label: 'Atlantic Time (Halifax)' },
  { name: 'America/Moncton', label: 'Atlantic Time (Moncton)' },
  { name: 'America/Puerto_Rico', label: 'Atlantic Time, no daylight saving (Puerto Rico)' },
  { name: 'America/St_Johns', label: 'Newfoundland Time (St. Johns)' },
] as const

export type TimeZoneName = (typeof timeZones)[number]['name']

const names: ReadonlySet<string> = new Set(timeZones.map((zone) => zone.name))

/** Whether a name is one of the offered zones. */
export function isTimeZone(name: string): name is TimeZoneName {
  return names.has(name)
}
