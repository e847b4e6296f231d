// @vitest-environment happy-dom
import { paths } from '@almanac/contract/pages'
import { getConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Component } from '../src/features/profile/profile-edit-page.tsx'
import { profile, stella, tenant } from './people.ts'
import { answer, asksBeforeUnload, open, signIn } from './scene.ts'

// No pictures are drawn in a DOM.
vi.mock('../src/ui/resize-picture.ts', () => ({
  resizePicture: async () => new Blob(['picture'], { type: 'image/png' }),
}))

test('a chosen picture that is not saved counts as unsaved, until the person drops it', async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getConsumerProfile, profile)
  await signIn(stella)
  const { user } = await open(Component, { at: paths.profileEdit('aurora') })
  await screen.findByRole('textbox', { name: 'Name' })
  expect(asksBeforeUnload()).toBe(false)
  await user.upload(
    screen.getByLabelText('Profile picture'),
    new File(['x'], 'moon.png', { type: 'image/png' }),
  )
  await waitFor(() => expect(asksBeforeUnload()).toBe(true))
  await user.click(await screen.findByRole('button', { name: /picture I have|without a picture/ }))
  await waitFor(() => expect(asksBeforeUnload()).toBe(false))
})
