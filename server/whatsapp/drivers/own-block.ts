import { type DriverName, DRIVERS } from '../../../shared/whatsapp/drivers';
import { fieldError } from '../../errors';

/** Throws 422 for settings of another driver. */
export function requireOwnBlock(driver: DriverName, input: { [Name in DriverName]?: object | undefined }): void {
  const foreign = DRIVERS.find((name) => name !== driver && input[name] !== undefined);
  if (foreign === undefined) return;
  throw fieldError('unprocessable', `/${foreign}`, 'invalid', `Is only allowed with the driver \`${foreign}\`.`);
}
