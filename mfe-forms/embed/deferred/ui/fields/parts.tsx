import { deferredComponent } from '../../deferred.ts'

export const AddressParts = deferredComponent('AddressParts')
export const NameParts = deferredComponent('NameParts')
export const TimeParts = deferredComponent('TimeParts')
