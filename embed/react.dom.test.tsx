import { render, screen, waitFor } from '@testing-library/react'
import { TesseraForm, TesseraSearch } from './react.ts'

/** No program listens there. */
const site = 'http://127.0.0.1:9'

describe('an embed of a React host whose site cannot be reached', () => {
  it('keeps what stands inside it, and says so with a code, as every error of an embed', async () => {
    const told: unknown[] = []
    const tell = ({ type, detail }: CustomEvent<{ readonly code: string }>) => told.push([type, detail.code])
    addEventListener('form:error', (event) => told.push(['above', (event as CustomEvent).type]))
    render(
      <>
        <TesseraForm site={site} formId="1001" onEmbedEvent={tell}>
          <a href="/form">The form</a>
        </TesseraForm>
        <TesseraSearch site={site} onEmbedEvent={tell} />
      </>,
    )
    await waitFor(() => expect(told).toHaveLength(3))
    expect(told).toContainEqual(['form:error', 'embed/unavailable'])
    expect(told).toContainEqual(['search:error', 'embed/unavailable'])
    expect(told).toContainEqual(['above', 'form:error'])
    screen.getByRole('link', { name: 'The form' })
  })
})
