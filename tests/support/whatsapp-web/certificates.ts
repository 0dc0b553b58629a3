import { Curve, WA_CERT_DETAILS, proto, type KeyPair } from 'baileys';

const FAR_FUTURE = 4_102_444_800;

/** A certificate authority that only tests trust, in the place of WhatsApp's. */
export interface CertificateAuthority {
  rootKey: Uint8Array;
  serverKeys: KeyPair;
  /** What the server shows in the handshake. */
  chain: Uint8Array;
}

export function createCertificateAuthority(): CertificateAuthority {
  const root = Curve.generateKeyPair();
  const intermediate = Curve.generateKeyPair();
  const serverKeys = Curve.generateKeyPair();
  const details = (serial: number, issuerSerial: number, key: Uint8Array) =>
    proto.CertChain.NoiseCertificate.Details.encode({
      serial,
      issuerSerial,
      key,
      notBefore: 0,
      notAfter: FAR_FUTURE,
    }).finish();
  const intermediateDetails = details(1, WA_CERT_DETAILS.SERIAL, intermediate.public);
  const leafDetails = details(2, 1, serverKeys.public);
  const chain = proto.CertChain.encode({
    intermediate: { details: intermediateDetails, signature: Curve.sign(root.private, intermediateDetails) },
    leaf: { details: leafDetails, signature: Curve.sign(intermediate.private, leafDetails) },
  }).finish();
  return { rootKey: root.public, serverKeys, chain };
}
