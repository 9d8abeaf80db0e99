import type { ReadingWords } from '../language.ts';

export const reading: ReadingWords = {
  marks:
    'the a an and with for from of is are was were be been am do does did have has had not no what how why ' +
    'when where which who whose i you he she it we they me my your his her its our their us them this that ' +
    'these those can could will would should may might must want need like get give make take tell show know ' +
    'go to in on at by as or but if so because than then there here up out about into over after before ' +
    'please thanks thank hello hey good morning evening night today tomorrow yesterday week month year much ' +
    'many long any some all more most price order delivery pay payment buy sell shop address number open ' +
    'close cancel change delete account help find',
  suffixes: 'ing ed es s d ly er',
  prefixes: [],
  nounEndings: '',
};
