// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { open } from '../../test/scene.ts'
import { textField, useAddressState } from './use-address-state.ts'

const fields = { name: textField('name', 20), sign: textField('sign', 20) }

function TwoFilters() {
  const [, change] = useAddressState(fields)
  function changeBoth() {
    change({ name: 'moon' })
    change({ sign: 'leo' })
  }
  return createElement('button', { type: 'button', onClick: changeBoth }, 'Change both')
}

test('two changes made before the next render both reach the address', async () => {
  const { user, search } = await open(TwoFilters, { at: '/list' })
  await user.click(screen.getByRole('button', { name: 'Change both' }))
  expect(search()).toBe('name=moon&sign=leo')
})
