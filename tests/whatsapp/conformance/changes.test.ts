import { CHANGES } from './changes';
import { conform } from './conform';

conform(CHANGES);
