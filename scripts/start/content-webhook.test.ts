import { contentWebhook, webhookSecrets } from './content-webhook.ts'

describe('how the platform tells the shell (reference security 4.3)', () => {
  it('is at the shell, wherever that listens', () => {
    expect(contentWebhook(3000, {}).url).toBe('http://localhost:3000/_content/changed')
    expect(contentWebhook(3000, { HOST: '0.0.0.0' }).url).toBe('http://localhost:3000/_content/changed')
    expect(contentWebhook(3000, { HOST: '10.0.0.7' }).url).toBe('http://10.0.0.7:3000/_content/changed')
  })

  it('is signed with a new secret at every start, or with the one that is given', () => {
    const first = contentWebhook(3000, {}).secret
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(contentWebhook(3000, {}).secret).not.toBe(first)
    expect(contentWebhook(3000, { PLATFORM_WEBHOOK_SECRET: 'a-secret-of-ours' }).secret).toBe(
      'a-secret-of-ours',
    )
  })

  it('is not expected of an outside platform, unless there is a secret for it', () => {
    expect(webhookSecrets(null, {})).toEqual([])
    expect(webhookSecrets(null, { PLATFORM_WEBHOOK_SECRET: 'a-secret-of-ours' })).toEqual([
      'a-secret-of-ours',
    ])
  })
})
