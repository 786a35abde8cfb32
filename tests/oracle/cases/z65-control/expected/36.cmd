as stranger scancel -u ann
