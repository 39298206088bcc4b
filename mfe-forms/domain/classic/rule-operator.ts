import type { RuleOperator } from '../form-definition.ts'

/** Spellings of operators, in lower case and without separators between words. It is not documented which of them a server sends. */
const SPELLINGS: Readonly<Record<RuleOperator, readonly string[]>> = {
  is: ['is', 'isequalto', 'equalto', 'equals', '=', '=='],
  'is not': ['isnot', 'isnotequalto', 'notequalto', 'doesnotequal', 'notequals', '!=', '<>'],
  contains: ['contains'],
  'does not contain': ['doesnotcontain', 'notcontains', 'doesntcontain'],
  'begins with': ['beginswith', 'startswith'],
  'ends with': ['endswith'],
  'greater than': ['isgreaterthan', 'greaterthan', '>'],
  'less than': ['islessthan', 'lessthan', '<'],
}

const OPERATORS: ReadonlyMap<string, RuleOperator> = new Map(
  Object.entries(SPELLINGS).flatMap(([operator, spellings]) =>
    spellings.map((spelling) => [spelling, operator as RuleOperator] as const),
  ),
)

/** The operator of a rule; null for an unknown word, whose rule is ignored. */
export const readOperator = (text: string): RuleOperator | null =>
  OPERATORS.get(text.toLowerCase().replaceAll(/[\s_'’-]/g, '')) ?? null
