/** A text field of the form; `more` overrides its properties. */
export const aFormsApiField = (id: string, more: Record<string, unknown>) => ({
  id,
  name: `Name of ${id}`,
  dataType: 'string',
  groupId: 'main',
  ...more,
})
/** A form of the Forms API with every kind of validation, in two languages. */
export const A_FORM = {
  name: { 'en-GB': 'Tell us', 'fr-FR': 'Dites-nous' },
  entryTitleField: 'reference',
  defaultLanguage: 'en-GB',
  supportedLanguages: ['en-GB', 'fr-FR'],
  version: { versionNo: '3.0' },
  groups: [{ id: 'main', name: { 'en-GB': 'About you', 'fr-FR': 'Vous' } }],
  fields: [
    aFormsApiField('name', {
      name: { 'en-GB': 'Your name', 'fr-FR': 'Votre nom' },
      validations: {
        required: { message: { 'en-GB': 'Say who you are', 'fr-FR': 'Dites qui vous êtes' } },
        maxLength: { value: 5 },
      },
    }),
    aFormsApiField('email', { dataFormat: 'email' }),
    aFormsApiField('age', {
      dataType: 'integer',
      validations: { min: { value: 18, message: 'Adults only' }, max: { value: 120 } },
    }),
    aFormsApiField('topics', {
      dataType: 'stringArray',
      validations: {
        minCount: { value: 1 },
        maxCount: { value: 2 },
        allowedValues: { values: ['a', 'b', 'c'] },
      },
    }),
    aFormsApiField('agree', { dataType: 'boolean', validations: { allowedValue: { value: true } } }),
    aFormsApiField('born', { dataType: 'dateTime', validations: { pastDateTime: {} } }),
    aFormsApiField('code', {
      validations: { regex: { pattern: '/^[A-Z]{2}\\d$/i', message: 'Two letters and a digit' } },
    }),
    aFormsApiField('reference', { dataFormat: 'reference', editor: { properties: { prefix: 'TU' } } }),
  ],
  properties: {
    captcha: { enabled: true },
    localizations: { validationMax: '{0} at most', closedReasonMessage: 'Too late' },
    confirmationRules: [
      { when: { field: 'topics', equalTo: 'b' }, return: { link: { sys: { uri: '/about' } } } },
      { return: { content: { 'en-GB': '<p>Thanks</p>', 'fr-FR': '<p>Merci</p>' } } },
    ],
  },
}
/** Valid answers to the form. */
export const GOOD_ANSWERS = { name: 'Ada', topics: ['a'], agree: true }
