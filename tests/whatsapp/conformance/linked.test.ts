import { engine } from '../../../server/db/engine';
import { CHANGES } from './changes';
import { conform, LINKED } from './conform';
import { GROUPS } from './groups';
import { HEARS } from './hears';
import { OTHERS } from './others';
import { SENDS } from './sends';

// Not on PostgreSQL: there the peer cannot yet tell when all that it sent is applied.
conform([...SENDS, ...CHANGES, ...HEARS, ...OTHERS, ...GROUPS], engine === 'postgres' ? [] : LINKED);
