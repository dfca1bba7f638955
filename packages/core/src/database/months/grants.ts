import { everyCompanySql } from '../statement.ts';

/**
 * What roles other than the owner may do with the table `$1`: `privilege`, `grantee` (null for everybody) and `option`. A
 * partition has grants of its own, by which it is judged when it is read or dropped past its table.
 */
export const GRANTS = everyCompanySql`SELECT a.privilege_type AS privilege,
    CASE a.grantee WHEN 0 THEN NULL ELSE pg_get_userbyid(a.grantee) END AS grantee,
    CASE WHEN a.is_grantable THEN 'WITH GRANT OPTION' ELSE '' END AS option
  FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = to_regclass(quote_ident($1)) AND a.grantee <> c.relowner`;
