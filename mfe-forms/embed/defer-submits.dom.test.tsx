import { catalogues } from '../messages/index.ts'
import { deferSubmits } from './defer-submits.ts'

/** Waits until everything that follows from settled promises has run. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('a form whose next step is not loaded (docs/decisions/0092)', () => {
  test('is submitted once when it is, however often its button was pressed; after a failure it can be pressed again', async () => {
    document.body.innerHTML = '<div><form><button>Next page</button></form></div>'
    const [frame, button] = [document.querySelector('div')!, document.querySelector('button')!]
    const submitted: (HTMLElement | null)[] = []
    HTMLFormElement.prototype.requestSubmit = function (submitter = null) {
      if (submitter && !this.contains(submitter)) throw new DOMException('not of this form', 'NotFoundError')
      submitted.push(submitter)
    }
    let load = Promise.withResolvers<undefined>()
    deferSubmits(frame, () => load.promise, catalogues['en-GB'])
    const press = () =>
      button.form?.dispatchEvent(
        new SubmitEvent('submit', { submitter: button, bubbles: true, cancelable: true }),
      )
    press()
    press()
    load.reject(new Error('offline'))
    await settled()
    expect(submitted).toEqual([])
    expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1)
    load = Promise.withResolvers<undefined>()
    for (const _press of [1, 2, 3]) press()
    // Browsers submit no form with a button that has left it, as it may have meanwhile.
    button.remove()
    load.resolve(undefined)
    await settled()
    expect(submitted).toEqual([null])
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })
})
