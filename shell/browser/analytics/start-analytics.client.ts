import {
  hideBanner,
  storeChoice,
  readChoice,
  refusesTracking,
  showBanner,
  type Choice,
  type ConsentText,
} from './consent.client.ts'
import { createBeacon, createTracker, type Tracker } from './tracker.client.ts'

/**
 * Analytics, for sites that configure it: asks for consent once, and sends and stores nothing before that. The button in the footer
 * (shell/features/analytics/consent-button.ts) has the addresses of the texts and of the analytics service, and asks again.
 */
export function startAnalytics(button: HTMLElement): Pick<Tracker, 'follow'> {
  const { consent: address = '', endpoint = '' } = button.dataset
  let choice: Choice | null = readChoice(endpoint)
  const isAllowed = () => choice === 'accepted'
  const tracker = createTracker(createBeacon(endpoint), isAllowed)
  const decide = (next: Choice) => {
    const before = choice
    choice = next
    storeChoice(endpoint, next)
    if (hideBanner())
      (before === null ? document.getElementById('main') : button)?.focus({ preventScroll: true })
    settle(before)
  }
  const settle = (before: Choice | null) => {
    if (!isAllowed()) tracker.discard()
    else if (before !== 'accepted') tracker.trackPage()
  }
  const ask = async (focus: boolean) => {
    const text = await fetchText(address)
    if (text) showBanner(text, { focus, onChoice: decide })
  }
  button.addEventListener('click', () => void ask(true))
  // The visitor has decided in another tab.
  addEventListener('storage', () => {
    const before = choice
    choice = readChoice(endpoint)
    if (choice) hideBanner()
    settle(before)
  })
  button.dataset['live'] = ''
  if (choice === null && !refusesTracking()) void ask(false)
  settle(null)
  return { follow: tracker.follow }
}

/** The texts of the banner; without them the visitor is not asked, and so nothing is sent. */
async function fetchText(address: string): Promise<ConsentText | null> {
  try {
    const answer = await fetch(address)
    return answer.ok ? ((await answer.json()) as ConsentText) : null
  } catch {
    return null
  }
}
