import { conform } from './conform';
import { OTHERS } from './others';

conform(OTHERS);
