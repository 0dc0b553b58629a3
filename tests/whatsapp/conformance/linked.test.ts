import { CHANGES } from './changes';
import { conform, LINKED } from './conform';
import { GROUPS } from './groups';
import { OTHERS } from './others';
import { RECEIVES } from './receives';
import { SENDS } from './sends';

conform([...SENDS, ...CHANGES, ...RECEIVES, ...OTHERS, ...GROUPS], LINKED);
