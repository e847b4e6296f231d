import type { ConsumerCategory, MediumName } from '@almanac/contract/categories'

const WORDS: Record<MediumName, string> = { audio: 'Audio', sms: 'SMS', email: 'Email' }

/** How a category is delivered, in words: `Audio, SMS, Email`. */
export function mediumWords({ deliveryMediums }: Pick<ConsumerCategory, 'deliveryMediums'>): string {
  const names = deliveryMediums.filter((medium) => !medium.isDisable).map(({ name }) => name)
  return (Object.keys(WORDS) as MediumName[])
    .filter((name) => names.includes(name))
    .map((name) => WORDS[name])
    .join(', ')
}
