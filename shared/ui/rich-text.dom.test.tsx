import { jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { RichText } from './rich-text.tsx'

describe('rich text where the policy of a page forbids ours', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'trustedTypes'))

  it('is shown as plain text', () => {
    const createPolicy = jest.fn(() => {
      throw new TypeError('refused')
    })
    Object.assign(globalThis, { trustedTypes: { createPolicy } })
    render(<RichText html="<p>Mud &amp; <strong>water</strong></p>" />)
    expect(screen.getByText('Mud & water')).toBeTruthy()
    expect(createPolicy).toHaveBeenCalledTimes(1)
  })
})
