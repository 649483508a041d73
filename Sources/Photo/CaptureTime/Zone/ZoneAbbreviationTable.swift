/// Offsets with their letters, and below each line the zones that use just these.
///
/// Written by `.ci/zone-abbreviations` from the IANA database (2025b) over the years 2000 to 2037:
/// every zone of its `zone.tab` and of Foundation's list, without letters that a zone uses for one
/// offset in turn with others.
enum ZoneAbbreviationTable {
  static let text = """
    SST-11
      Pacific/Midway Pacific/Pago_Pago
    HST-10
      Pacific/Honolulu Pacific/Johnston
    HST-10 HDT-9
      America/Adak
    AKST-9
      America/Metlakatla
    AKST-9 AKDT-8
      America/Anchorage America/Juneau America/Nome America/Sitka America/Yakutat
    PST-8
      America/Dawson America/Fort_Nelson America/Whitehorse
    PST-8 PDT-7
      America/Los_Angeles America/Santa_Isabel America/Tijuana America/Vancouver
    MST-7
      America/Cambridge_Bay America/Chihuahua America/Ciudad_Juarez America/Creston
      America/Dawson_Creek America/Hermosillo America/Phoenix
    MST-7 MDT-6
      America/Boise America/Denver America/Edmonton America/Inuvik America/Mazatlan
      America/Shiprock America/Yellowknife
    MST-7 CDT-5
      America/Bahia_Banderas America/North_Dakota/Beulah America/North_Dakota/New_Salem
      America/Ojinaga
    CST-6
      America/Belize America/Cancun America/Costa_Rica America/El_Salvador
      America/Indiana/Knox America/Indiana/Tell_City America/Rankin_Inlet America/Regina
      America/Resolute America/Swift_Current
    CST-6 CDT-5
      America/Chicago America/Guatemala America/Managua America/Matamoros America/Menominee
      America/Merida America/Mexico_City America/Monterrey America/North_Dakota/Center
      America/Rainy_River America/Tegucigalpa America/Winnipeg
    CST-6 EDT-4
      America/Indiana/Petersburg America/Indiana/Vincennes America/Indiana/Winamac
      America/Iqaluit America/Kentucky/Monticello America/Pangnirtung
    CST-5 CDT-4
      America/Havana
    EST-5
      America/Atikokan America/Cayman America/Grand_Turk America/Jamaica America/Panama
    EST-5 AST-4
      America/Santo_Domingo
    EST-5 EDT-4
      America/Detroit America/Indiana/Indianapolis America/Indiana/Marengo
      America/Indiana/Vevay America/Kentucky/Louisville America/Montreal America/Nassau
      America/New_York America/Nipigon America/Port-au-Prince America/Thunder_Bay
      America/Toronto
    AST-4
      America/Anguilla America/Antigua America/Aruba America/Barbados America/Blanc-Sablon
      America/Curacao America/Dominica America/Grenada America/Guadeloupe America/Kralendijk
      America/Lower_Princes America/Marigot America/Martinique America/Montserrat
      America/Port_of_Spain America/Puerto_Rico America/St_Barthelemy America/St_Kitts
      America/St_Lucia America/St_Thomas America/St_Vincent America/Tortola
    AST-4 ADT-3
      America/Glace_Bay America/Goose_Bay America/Halifax America/Moncton America/Thule
      Atlantic/Bermuda
    NST-3:30 NDT-2:30
      America/St_Johns
    GMT+0
      Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Bissau Africa/Conakry
      Africa/Dakar Africa/Freetown Africa/Lome Africa/Monrovia Africa/Nouakchott
      Africa/Ouagadougou America/Danmarkshavn Atlantic/Reykjavik Atlantic/St_Helena
    GMT+0 BST+1
      Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London
    GMT+0 IST+1
      Europe/Dublin
    GMT+0 WAT+1
      Africa/Sao_Tome
    WET+0 WEST+1
      Atlantic/Canary Atlantic/Faroe Atlantic/Madeira Europe/Lisbon
    CET+1
      Africa/Algiers Africa/Tripoli
    CET+1 CEST+2
      Africa/Ceuta Africa/Tunis Arctic/Longyearbyen Europe/Amsterdam Europe/Andorra
      Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Budapest
      Europe/Busingen Europe/Copenhagen Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg
      Europe/Madrid Europe/Malta Europe/Monaco Europe/Oslo Europe/Paris Europe/Podgorica
      Europe/Prague Europe/Rome Europe/San_Marino Europe/Sarajevo Europe/Skopje
      Europe/Stockholm Europe/Tirane Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw
      Europe/Zagreb Europe/Zurich
    WAT+1
      Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos
      Africa/Libreville Africa/Luanda Africa/Malabo Africa/Ndjamena Africa/Niamey
      Africa/Porto-Novo
    WAT+1 CAT+2
      Africa/Windhoek
    CAT+2
      Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Kigali
      Africa/Lubumbashi Africa/Lusaka Africa/Maputo
    CAT+2 EAT+3
      Africa/Juba Africa/Khartoum
    EET+2
      Asia/Amman Asia/Damascus Asia/Famagusta Europe/Istanbul Europe/Kaliningrad
      Europe/Minsk
    EET+2 EEST+3
      Africa/Cairo Asia/Beirut Asia/Gaza Asia/Hebron Asia/Nicosia Europe/Athens
      Europe/Bucharest Europe/Chisinau Europe/Helsinki Europe/Kiev Europe/Kyiv
      Europe/Mariehamn Europe/Riga Europe/Sofia Europe/Tallinn Europe/Uzhgorod
      Europe/Vilnius Europe/Zaporozhye
    EET+2 MSK+4
      Europe/Simferopol
    IST+2 IDT+3
      Asia/Jerusalem
    SAST+2
      Africa/Johannesburg Africa/Maseru Africa/Mbabane
    EAT+3
      Africa/Addis_Ababa Africa/Asmara Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala
      Africa/Mogadishu Africa/Nairobi Indian/Antananarivo Indian/Comoro Indian/Mayotte
    MSK+3
      Europe/Kirov Europe/Moscow Europe/Volgograd
    PKT+5 PKST+6
      Asia/Karachi
    IST+5:30
      Asia/Calcutta Asia/Kolkata
    WIB+7
      Asia/Jakarta Asia/Pontianak
    AWST+8 AWDT+9
      Australia/Perth
    CST+8
      Asia/Chongqing Asia/Harbin Asia/Macau Asia/Shanghai Asia/Taipei
    HKT+8
      Asia/Hong_Kong
    PST+8
      Asia/Manila
    WITA+8
      Asia/Makassar
    KST+8:30 KST+9
      Asia/Pyongyang
    JST+9
      Asia/Tokyo
    KST+9
      Asia/Seoul
    WIT+9
      Asia/Jayapura
    ACST+9:30
      Australia/Darwin
    ACST+9:30 ACDT+10:30
      Australia/Adelaide Australia/Broken_Hill
    AEST+10
      Australia/Brisbane Australia/Lindeman
    AEST+10 AEDT+11
      Antarctica/Macquarie Australia/Currie Australia/Hobart Australia/Melbourne
      Australia/Sydney
    NZST+12 NZDT+13
      Antarctica/McMurdo Antarctica/South_Pole Pacific/Auckland
    """
}
