import type { Reader } from '../../platform/database.ts'

/** Keeps that a consumer has played the tenant's test audio; a second time it changes nothing. */
export async function noteTestAudio(
  reader: Reader,
  consumer: { tenantId: number; consumerId: number },
): Promise<void> {
  await reader
    .updateTable('users')
    .set({ isTestAudioPlayed: true })
    .where('tenantId', '=', consumer.tenantId)
    .where('id', '=', consumer.consumerId)
    .where('isTestAudioPlayed', '=', false)
    .execute()
}
