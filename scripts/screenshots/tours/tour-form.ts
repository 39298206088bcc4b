import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import type { Visit } from '../screen.ts'
import { fillPage } from './fill-page.ts'

const FORM = 'main form[id^="form-id-"]'
/** More pages than any form has. */
const MOST_PAGES = 9
/** The gateway takes a form that is sent sooner for a bot's. */
const SOONEST_MS = 400

/** Tour a form to its confirmation: each page as it appears, with errors where it has required fields, and filled in. */
export async function tourForm({ page, take, open }: Visit, path: string, hasScript = true): Promise<void> {
  await open(path)
  if (hasScript) await formIsLive(page)
  for (let number = 1; number <= MOST_PAGES; number++) {
    await take(`page ${number}`)
    let outcome = await goOn(page)
    if (outcome === 'errors') {
      await take(`page ${number}, errors`)
      await fillPage(page)
      await take(`page ${number}, filled`)
      outcome = await goOn(page)
    }
    if (outcome === 'sent') return take('confirmation')
    if (outcome === 'errors')
      throw new Error(
        `page ${number} of ${path}: ${await page.locator(FORM).getByRole('alert').first().innerText()}`,
      )
  }
}

/** Wait until the form is hydrated. */
export async function formIsLive(page: Page): Promise<void> {
  await page.locator(FORM).scrollIntoViewIfNeeded()
  await page.locator(`[data-hydrated] ${FORM.slice('main '.length)}`).waitFor()
}

/** Press the button for the next page, and give the result. */
export async function goOn(page: Page): Promise<'errors' | 'next' | 'sent'> {
  const pressedSoonest = expect.poll(() => page.evaluate(() => performance.now()))
  await pressedSoonest.toBeGreaterThan(SOONEST_MS)
  const before = await page.evaluate(stateOf, FORM)
  await page.locator(`${FORM} .button:is([value="next"], [value="submit"])`).click()
  let outcome: 'errors' | 'next' | 'sent' | null = null
  // Polled from Node, because without script nothing in the page can wait.
  await expect
    .poll(async () => {
      const now = await page.evaluate(stateOf, FORM).catch(() => null) // during a navigation
      outcome = now === null ? null : outcomeOf(before, now)
      return outcome
    })
    .not.toBeNull()
  return outcome ?? 'errors'
}

/** The state that distinguishes the pages of a form; runs in the page. */
function stateOf(selector: string): { readonly controls: string | null; readonly isWrong: boolean } | null {
  if (document.readyState !== 'complete') return null
  const form = document.querySelector(selector)
  if (form === null) return { controls: null, isWrong: false }
  // The form is being sent.
  if (form.querySelector('.button:is([value="next"], [value="submit"]):disabled')) return null
  const controls = [...form.querySelectorAll('input:not([type="hidden"]), select, textarea, button[name]')]
  return {
    controls: controls
      .map(({ id, outerHTML }) => id || (/value="([^"]*)"/.exec(outerHTML)?.[1] ?? ''))
      .join(),
    isWrong: form.querySelector('[role="alert"]') !== null,
  }
}

type FormPageState = NonNullable<ReturnType<typeof stateOf>>

function outcomeOf(before: FormPageState | null, now: FormPageState): 'errors' | 'next' | 'sent' | null {
  if (now.controls === null) return 'sent'
  if (now.controls !== before?.controls) return 'next'
  return now.isWrong ? 'errors' : null
}
