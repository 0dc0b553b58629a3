import { conform } from './conform';
import { GROUPS } from './groups';

conform(GROUPS);
