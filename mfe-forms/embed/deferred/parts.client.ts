export * from '../../ui/fields/parts.tsx'
