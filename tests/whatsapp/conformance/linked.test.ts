import { CHANGES } from './changes';
import { conform, LINKED } from './conform';
import { GROUPS } from './groups';
import { HEARS } from './hears';
import { OTHERS } from './others';
import { SENDS } from './sends';

conform([...SENDS, ...CHANGES, ...HEARS, ...OTHERS, ...GROUPS], LINKED);
