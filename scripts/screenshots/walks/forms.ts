import type { Walk } from '../screen.ts'
import { walkForm } from './walk-form.ts'

/** A walk through all pages of a form. */
const formWalk = (group: string, path: string, others: Partial<Walk> = {}): Walk => ({
  ...others,
  group: `Form: ${group}`,
  go: (visit) => walkForm(visit, path, others.hasScript),
})

const REPORT = '/contact/report-a-problem'
const CONSULTATION = '/your-council/have-your-say/larrow-park-consultation'

/** Every form of the site, with each of its pages empty, with errors and filled in, and its confirmation. */
export const FORM_WALKS: readonly Walk[] = [
  formWalk('report a problem', REPORT),
  formWalk('report a problem, Welsh', '/cy/cysylltu/rhoi-gwybod-am-broblem'),
  formWalk('report a problem, without script', REPORT, { hasScript: false }),
  formWalk('report a problem, in an account', '/my-larkmoor', { who: 'member' }),
  formWalk('book an appointment', '/contact/book-an-appointment'),
  formWalk('consultation', CONSULTATION),
  formWalk('consultation, without script', CONSULTATION, { hasScript: false }),
  formWalk('contact us', '/contact'),
  formWalk('contact us, Welsh', '/cy/cysylltu'),
  formWalk('council tax question', '/services/council-tax/ask-a-question'),
  formWalk('council tax question, Welsh', '/cy/gwasanaethau/treth-y-cyngor/gofyn-cwestiwn'),
  formWalk('council tax question, without script', '/services/council-tax/ask-a-question', {
    hasScript: false,
  }),
  formWalk('all field types', '/all-field-types', { site: 'all fields' }),
  formWalk('all field types, without script', '/all-field-types', { site: 'all fields', hasScript: false }),
  formWalk('contact us, Arabic', '/ar/ittisal', { site: 'arabic' }),
]
