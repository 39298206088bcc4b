/**
 * Time limits of a site under test. Journeys test results on machines that also run browsers: a late page there is late, not
 * broken. The deadlines themselves are tested with a fake clock: shell/page/outages.test.ts.
 */
export const TEST_LIMITS = {
  callDeadlineMs: 8_000,
  optionalDeadlineMs: 8_000,
  slotDeadlineMs: 10_000,
  dataDeadlineMs: 10_000,
  requestDeadlineMs: 12_000,
  queueWaitMs: 8_000,
} as const
