/** Rows and payloads of the OAuth2 work. Names follow the columns of db/041_oauth.sql. */

export interface OauthClient {
  id: string; // "mate", "desk", "kiosk", "tidelink"
  secretHash: string | null; // null = public client, PKCE required
  redirectUris: string[]; // compared as whole strings
  grants: Array<"authorization_code" | "refresh_token" | "client_credentials">;
  enabled: boolean; // the flag that moves a client over
}

export interface AuthorizationCode {
  codeHash: string; // SHA-256, hex
  clientId: string;
  userId: string;
  redirectUri: string;
  challenge: string; // S256, base64url, 43 characters
  expiresAt: Date;
  usedAt: Date | null; // a second use revokes everything it led to
}

export interface RefreshToken {
  tokenHash: string;
  familyId: string; // all descendants of one sign-in
  parentHash: string | null;
  clientId: string;
  userId: string;
  sid: string; // the Redis session, layout unchanged for Quay
  expiresAt: Date;
  rotatedAt: Date | null; // set once it was exchanged
  revokedAt: Date | null;
}

export interface SigningKey {
  kid: string;
  privatePem: string; // encrypted with KEY_WRAP
  publicPem: string;
  notBefore: Date;
  retiredAt: Date | null; // still published for two hours
}

/** What an access token carries. The first three are promised to Harbor Mate. */
export interface AccessClaims {
  sub: string;
  marina_id: string; // "" for regional offices, never absent
  exp: number;
  iat: number;
  role: "guest" | "office" | "owner" | "finance" | "support" | "service";
  sid: string;
  act?: { sub: string }; // who is impersonating
}

export type TokenError =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type";
