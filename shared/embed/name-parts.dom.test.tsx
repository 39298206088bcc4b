import { nameParts } from './name-parts.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('the parts of an embed that a host may style', () => {
  it('are named as they come', async () => {
    const frame = document.createElement('div')
    nameParts(frame)
    frame.innerHTML = `<h2>Report</h2><fieldset><legend>Who</legend><input type="radio" /><label>You</label></fieldset>
      <p id="a-hint">Where</p><input type="text" /><select></select><button>Next</button><section></section>`
    await settled()
    frame
      .querySelector('section')
      ?.insertAdjacentHTML(
        'beforeend',
        '<div role="alert"><p id="a-error">Say <a href="/x">where</a></p></div>',
      )
    await settled()
    expect(
      [...frame.querySelectorAll('[part]')].map((one) => [one.localName, one.getAttribute('part')]),
    ).toEqual([
      ['h2', 'heading'],
      ['legend', 'label'],
      ['input', 'choice'],
      ['label', 'label'],
      ['p', 'hint'],
      ['input', 'input'],
      ['select', 'input'],
      ['button', 'button'],
      ['div', 'alert'],
      ['p', 'error'],
      ['a', 'link'],
    ])
  })
})
