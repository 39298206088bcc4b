import { createHmac } from 'node:crypto'
import type { Webhook } from './domain/content.ts'
import type { Writer } from './workers/pools.ts'
import type { Delivery } from './records/records.ts'

/** Sends the messages of the outbox to webhooks. Call `dispatch` after each write; `close` waits for running deliveries. */
export type WebhookDispatcher = { readonly dispatch: () => void; readonly close: () => Promise<void> }

/** Source: security 3.5 (backoff from 5 seconds to an hour, 20 attempts). */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS, MAX_ATTEMPTS] = [5000, 3_600_000, 20]
const CALL_LIMIT_MS = 5000

/**
 * The signature of a message: `t=SECONDS,v1=HEX`, where HEX is the HMAC-SHA256 of `SECONDS.BODY` under the webhook's
 * secret. Receivers compare it in constant time and refuse old times, so that no message can be replayed.
 */
export function signMessage(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Start the dispatcher. It also sends what an earlier process left in the outbox. */
export function startWebhookDispatcher(
  writer: Writer,
  webhooks: () => readonly Webhook[],
): WebhookDispatcher {
  const stop = new AbortController()
  const state: { timer: NodeJS.Timeout | null; running: Promise<void> | null; again: boolean } = {
    timer: null,
    running: null,
    again: false,
  }
  const send = (delivery: Delivery): Promise<void> =>
    deliver(
      writer,
      webhooks().find((one) => one.url === delivery.url),
      delivery,
      stop.signal,
    )
  const run = async (): Promise<void> => {
    const { claimed, nextDue } = await writer.claim(Date.now())
    // Concurrently: a slow receiver must not delay the others.
    await Promise.all(claimed.map(send))
    if (claimed.length > 0) state.again = true
    else if (nextDue !== null && !stop.signal.aborted)
      state.timer = setTimeout(dispatch, Math.max(200, nextDue - Date.now()))
  }
  const dispatch = (): void => {
    if (stop.signal.aborted) return
    if (state.running !== null) {
      state.again = true
      return
    }
    if (state.timer !== null) clearTimeout(state.timer)
    state.again = false
    state.running = run()
      // The writer failed, e.g. because an import locks its records or the disk is full: nothing else may call this for hours.
      .catch(() => {
        if (!stop.signal.aborted) state.timer = setTimeout(dispatch, FIRST_WAIT_MS)
      })
      .finally(() => {
        state.running = null
        if (state.again) dispatch()
      })
  }
  dispatch()
  return {
    dispatch,
    close: async () => {
      stop.abort()
      if (state.timer !== null) clearTimeout(state.timer)
      await state.running
    },
  }
}

async function deliver(
  writer: Writer,
  webhook: Webhook | undefined,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const { id, attempts } = delivery
  if (webhook === undefined)
    return writer.settle({ id, state: 'dead', due: 0, outcome: 'The webhook is no longer configured' })
  const outcome = await call(webhook, delivery, signal)
  // A failure while closing is not the receiver's fault: the delivery is claimed again after its lease.
  if (signal.aborted && outcome !== 'ok') return
  if (outcome === 'ok') return writer.settle({ id, state: 'sent', due: 0, outcome })
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (0.8 + 0.4 * Math.random())
  const state = attempts >= MAX_ATTEMPTS ? 'dead' : 'waiting'
  return writer.settle({ id, state, due: Date.now() + Math.round(wait), outcome })
}

async function call(webhook: Webhook, { message, json }: Delivery, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify({ id: message, ...(JSON.parse(json) as object) })
  const headers = {
    'content-type': 'application/json',
    'x-platform-signature': signMessage(webhook.secret, body, Math.floor(Date.now() / 1000)),
    // Every attempt has the same key, so that a receiver can skip what it has already handled.
    'idempotency-key': `message-${message}`,
  }
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_LIMIT_MS)]),
    })
    await response.body?.cancel()
    return response.ok ? 'ok' : `The receiver answered ${response.status}`
  } catch (error) {
    return `The receiver could not be reached (${(error as Error).name})`
  }
}
