import { conform } from './conform';
import { SENDS } from './sends';

conform(SENDS);
