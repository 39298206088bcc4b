import { deferredComponent } from '../deferred.ts'

export const Captcha = deferredComponent('Captcha')
