as stranger scancel 9999
