import { deferredComponent } from '../../deferred.ts'

export const FileInput = deferredComponent('FileInput')
