import { conform } from './conform';
import { HEARS } from './hears';

conform(HEARS);
