/**
 * What a site under test may take. Journeys are about what comes out, on machines that also run browsers: a page that is late there
 * is late, not broken. How deadlines work is tested where clocks are held: shell/page/outages.test.ts.
 */
export const PATIENT_LIMITS = {
  callDeadlineMs: 8_000,
  optionalDeadlineMs: 8_000,
  slotDeadlineMs: 10_000,
  dataDeadlineMs: 10_000,
  requestDeadlineMs: 12_000,
  queueWaitMs: 8_000,
} as const
