#ifndef CFIDO2_H
#define CFIDO2_H

#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <libraries.h>

/* What is called of libfido2. */
#define CFIDO2_DEVICE_FUNCTIONS(USE)                                                              \
  USE(fido_init) USE(fido_strerr)                                                                 \
  USE(fido_dev_info_new) USE(fido_dev_info_free) USE(fido_dev_info_manifest)                      \
  USE(fido_dev_info_ptr) USE(fido_dev_info_path) USE(fido_dev_info_manufacturer_string)           \
  USE(fido_dev_info_product_string) USE(fido_dev_new) USE(fido_dev_free) USE(fido_dev_open)       \
  USE(fido_dev_close) USE(fido_dev_is_fido2) USE(fido_dev_has_pin) USE(fido_dev_has_uv)           \
  USE(fido_dev_set_timeout) USE(fido_dev_get_retry_count) USE(fido_dev_get_cbor_info)             \
  USE(fido_cbor_info_new) USE(fido_cbor_info_free) USE(fido_cbor_info_maxcredcntlst)              \
  USE(fido_dev_get_assert)

#define CFIDO2_ASSERT_FUNCTIONS(USE)                                                              \
  USE(fido_assert_new) USE(fido_assert_free) USE(fido_assert_set_clientdata_hash)                 \
  USE(fido_assert_set_rp) USE(fido_assert_allow_cred) USE(fido_assert_set_up)                     \
  USE(fido_assert_set_uv) USE(fido_assert_count) USE(fido_assert_id_ptr) USE(fido_assert_id_len)  \
  USE(fido_assert_flags) USE(fido_assert_sigcount) USE(fido_assert_verify)                        \
  USE(es256_pk_new) USE(es256_pk_free) USE(es256_pk_from_ptr)                                     \
  USE(eddsa_pk_new) USE(eddsa_pk_free) USE(eddsa_pk_from_ptr)

/* What the tests call besides: they verify what others made, and stand in for a device. */
#define CFIDO2_TEST_FUNCTIONS(USE)                                                                \
  USE(fido_assert_set_count) USE(fido_assert_set_authdata_raw) USE(fido_assert_set_sig)           \
  USE(rs256_pk_new) USE(rs256_pk_free) USE(rs256_pk_from_ptr)                                     \
  USE(fido_cred_new) USE(fido_cred_free) USE(fido_cred_set_type) USE(fido_cred_set_fmt)           \
  USE(fido_cred_set_rp) USE(fido_cred_set_clientdata_hash) USE(fido_cred_set_authdata_raw)        \
  USE(fido_cred_set_uv) USE(fido_cred_set_attstmt) USE(fido_cred_verify_self)                     \
  USE(fido_cred_id_ptr) USE(fido_cred_id_len) USE(fido_cred_pubkey_ptr)                           \
  USE(fido_cred_pubkey_len) USE(fido_cred_sigcount)                                               \
  USE(fido_dev_set_io_functions) USE(fido_dev_set_transport_functions) USE(fido_dev_io_handle)

#define CFIDO2_FUNCTIONS(USE)                                                                     \
  CFIDO2_DEVICE_FUNCTIONS(USE) CFIDO2_ASSERT_FUNCTIONS(USE) CFIDO2_TEST_FUNCTIONS(USE)

struct cfido2_functions {
  CFIDO2_FUNCTIONS(CLIBRARIES_FIELD)
};

/* Loads libfido2 (libraries.h). */
struct cfido2_functions cfido2_load(void);

#endif
